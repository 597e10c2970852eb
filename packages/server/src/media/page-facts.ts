import { Parser } from 'htmlparser2'

/** A page's words about itself, for a preview of its address. Addresses are absolute. */
export interface PageFacts {
  readonly title: string | null
  readonly description: string | null
  readonly siteName: string | null
  readonly author: string | null
  /** `og:type`, such as `article` or `video.other`. */
  readonly type: string | null
  /** `twitter:card`. */
  readonly card: string | null
  /** `theme-color`, as it was written. */
  readonly colour: string | null
  readonly picture: PageMedia | null
  readonly video: PageMedia | null
  /** Address of the oEmbed document (JSON). */
  readonly oembed: string | null
}

export interface PageMedia {
  readonly url: string
  readonly width: number | null
  readonly height: number | null
  readonly description: string | null
}

const OEMBED_TYPES: readonly (string | undefined)[] = ['application/json+oembed', 'text/json+oembed']
/** Longer values are cut: no preview shows them. */
const VALUE_MAX = 4_096
const SIDE_MAX = 100_000

/** Reads OpenGraph, Twitter cards, and the plain elements of a page, of which the end may be missing. */
export function pageFacts(html: string, url: string): PageFacts {
  const metas = new Map<string, string>()
  let title = ''
  let isInTitle = false
  let oembed: string | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      isInTitle = name === 'title' && title === ''
      if (name === 'meta') note(metas, attributes)
      if (name === 'link' && OEMBED_TYPES.includes(attributes.type)) oembed ??= absolute(attributes.href, url)
    },
    ontext(text) {
      if (isInTitle) title += text
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false
    },
  })
  parser.end(html)
  const first = (...names: string[]) => names.map((name) => metas.get(name)).find((value) => value) ?? null
  const media = (kind: 'image' | 'video', ...others: string[]): PageMedia | null => {
    const address = absolute(first(`og:${kind}:secure_url`, `og:${kind}`, `og:${kind}:url`, ...others), url)
    if (address === null) return null
    const [width, height] = ['width', 'height'].map((side) => sideOf(metas.get(`og:${kind}:${side}`))) as [
      number | null,
      number | null,
    ]
    return { url: address, width, height, description: first(`og:${kind}:alt`, `twitter:${kind}:alt`) }
  }
  return {
    title: first('og:title', 'twitter:title') ?? (tidy(title) || null),
    description: first('og:description', 'twitter:description', 'description'),
    siteName: first('og:site_name', 'application-name'),
    author: first('article:author:name', 'author'),
    type: first('og:type'),
    card: first('twitter:card'),
    colour: first('theme-color'),
    picture: media('image', 'twitter:image', 'twitter:image:src'),
    video: media('video'),
    oembed,
  }
}

/** Keeps the first value of each name. */
function note(metas: Map<string, string>, { property, name, content }: Record<string, string>): void {
  const key = (property ?? name ?? '').toLowerCase()
  const value = tidy(content ?? '')
  if (key !== '' && value !== '' && !metas.has(key)) metas.set(key, value)
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, VALUE_MAX)

/** Returns an address of http or https; null for any other. */
function absolute(address: string | null | undefined, base: string): string | null {
  const url = address ? URL.parse(address, base) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
}

function sideOf(text: string | undefined): number | null {
  const side = Number(text)
  return Number.isInteger(side) && side > 0 && side <= SIDE_MAX ? side : null
}
