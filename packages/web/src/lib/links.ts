/** Returns whether an address leads to a web page, and so runs nothing in this one. */
export function isWebLink(address: string | null | undefined): address is string {
  return typeof address === 'string' && /^https?:\/\//i.test(address) && URL.canParse(address)
}
