import { parseJson } from '../../validation/parse-json.ts'

/** Words of an oEmbed document about a page. */
export interface OembedFacts {
  readonly title: string | null
  readonly authorName: string | null
  readonly authorUrl: string | null
  readonly providerName: string | null
  readonly providerUrl: string | null
  readonly thumbnailUrl: string | null
}

/** Reads an oEmbed document. Addresses are of http or https. @throws for bytes that are not JSON */
export function oembedFacts(bytes: Buffer): OembedFacts | null {
  const parsed: unknown = parseJson(bytes)
  if (typeof parsed !== 'object' || parsed === null) return null
  const fields = parsed as Readonly<Record<string, unknown>>
  const text = (name: string) => (typeof fields[name] === 'string' && fields[name] !== '' ? fields[name] : null)
  const address = (name: string) => {
    const url = URL.parse(text(name) ?? '')
    return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
  }
  return {
    title: text('title'),
    authorName: text('author_name'),
    authorUrl: address('author_url'),
    providerName: text('provider_name'),
    providerUrl: address('provider_url'),
    thumbnailUrl: address('thumbnail_url'),
  }
}
