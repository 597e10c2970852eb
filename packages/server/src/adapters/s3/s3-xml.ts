const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const CODE_POINT_MAX = 0x10_ff_ff

/** Decodes the entities of XML; an unknown one stays as it is. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= CODE_POINT_MAX ? String.fromCodePoint(point) : whole
  })
}

/**
 * Returns the texts of all elements of a name that hold text alone. The documents of S3 are flat, and their
 * declarations and comments hold nothing; a document that is no XML has no such element.
 */
export function valuesIn(xml: string, element: string): string[] {
  const open = `<${element}>`
  const close = `</${element}>`
  const values: string[] = []
  for (let start = xml.indexOf(open); start >= 0; start = xml.indexOf(open, start)) {
    start += open.length
    const end = xml.indexOf(close, start)
    if (end < 0) break
    values.push(decoded(xml.slice(start, end)))
    start = end + close.length
  }
  return values
}

/** Returns the texts between the tags of an element, undecoded, for elements that hold others. */
export function elementsIn(xml: string, element: string): string[] {
  const close = `</${element}>`
  const parts = xml.split(`<${element}>`).slice(1)
  return parts.flatMap((part) => {
    const end = part.indexOf(close)
    return end < 0 ? [] : [part.slice(0, end)]
  })
}

/** Returns a text as the content of an element. */
export function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
