/**
 * Imports a script whose first import failed. Chromium keeps the failure of an address as long as the page is open, so
 * that the script is requested at another one.
 *
 * @param load first import, for browsers whose failures name no address
 * @param failure reason for which it was rejected
 */
export async function importAgain<M>(load: () => Promise<M>, failure: unknown): Promise<M> {
  const [address] = /https?:\/\/[^\s?]+/.exec(String(failure)) ?? []
  return address === undefined ? load() : await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)
}
