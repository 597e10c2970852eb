import type { ClientContext } from './context.ts'

/** Services of a local client of the player for a game. */
export interface LocalClient {
  /** Shows a page of the web app. Returns false without a local client that can. */
  showPage(path: string): Promise<boolean>
  /** Learns whether the game shows its chat, so that it does not notify about the same messages. */
  showingChat(isShowing: boolean): void
}

/** Shows a page of the web app to the player: in the local client, else by `openUrl`. Returns its address. */
export async function showPage({ settings }: ClientContext, local: LocalClient, path: string): Promise<string> {
  const address = `${settings.webBase}${path}`
  if (!(await local.showPage(path))) settings.openUrl(address)
  return address
}
