import type { ClientContext } from './context.ts'

/** Shows pages of the web app in the local client of the player. */
export interface PageViewer {
  /** Shows a page. Returns false without a local client that can. */
  showPage(path: string): Promise<boolean>
}

/** Shows a page of the web app to the player: in the local client, else by `openUrl`. Returns its address. */
export async function showPage({ settings }: ClientContext, viewer: PageViewer, path: string): Promise<string> {
  const address = `${settings.webBase}${path}`
  if (!(await viewer.showPage(path))) settings.openUrl(address)
  return address
}
