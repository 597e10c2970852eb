import { Marked, type TokenizerExtension, type Tokens } from 'marked'

/** Characters with which the inline forms begin. */
const STARTS = /[|_<@]/

/**
 * Returns where the next inline form may begin. Marked asks at every piece of text, so one search serves all forms: a
 * search for each of them made the cost of a message of `<` grow with the square of its length.
 */
function nextStart(src: string): number | undefined {
  const at = src.search(STARTS)
  return at < 0 ? undefined : at
}

/** Returns an inline form of the dialect. */
function inline(name: string, rule: RegExp, fields: (match: RegExpExecArray) => object): TokenizerExtension {
  return {
    name,
    level: 'inline',
    tokenizer(src) {
      const match = rule.exec(src)
      return match ? { type: name, raw: match[0], ...fields(match) } : undefined
    },
  }
}

/** Returns an inline form whose content is Markdown itself. */
function wrapping(name: string, rule: RegExp): TokenizerExtension {
  return {
    name,
    level: 'inline',
    tokenizer(src) {
      const match = rule.exec(src)
      if (!match) return undefined
      return { type: name, raw: match[0], tokens: this.lexer.inlineTokens(match[1] ?? '') }
    },
  }
}

/** Returns a block that begins at a line. `content` returns its Markdown without the marks. */
function block(name: string, rule: RegExp, content: (match: RegExpExecArray) => string): TokenizerExtension {
  const anywhere = new RegExp(`(?:^|\\n)${rule.source.slice(1)}`)
  return {
    name,
    level: 'block',
    start: (src) => anywhere.exec(src)?.index,
    tokenizer(src) {
      const match = rule.exec(src)
      if (!match) return undefined
      const text = content(match)
      const tokens = name === 'subtext' ? this.lexer.inlineTokens(text) : this.lexer.blockTokens(text)
      return { type: name, raw: match[0], tokens }
    },
  }
}

const MENTIONS = { '@': 'user', '@!': 'user', '@&': 'role', '#': 'channel' } as const

const extensions: TokenizerExtension[] = [
  block('quote', /^>>> ([\s\S]*)/, ([, text = '']) => text.replaceAll(/^>(?:>>)? /gm, '')),
  block('quote-lines', /^(?:> [^\n]*(?:\n|$))+/, ([raw]) => raw.replaceAll(/^> /gm, '').replaceAll(/^>(?:>>)? /gm, '')),
  block('subtext', /^-# ([^\n]+)(?:\n|$)/, ([, text = '']) => text),
  { ...wrapping('spoiler', /^\|\|(?!\|\|)([\s\S]+?)\|\|/), start: nextStart },
  wrapping('underline', /^__(?!__)([\s\S]+?)__(?!_)/),
  inline('mention', /^<(@[!&]?|#)(\d{1,20})>/, ([, sign, id]) => ({ of: MENTIONS[sign as '@'], id })),
  inline('command', /^<\/([^:<>\n]{1,100}):(\d{1,20})>/, ([, command, id]) => ({ command, id })),
  inline('emoji', /^<(a?):(\w{2,32}):(\d{1,20})>/, ([, a, emoji, id]) => ({ animated: a === 'a', emoji, id })),
  inline('timestamp', /^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, ([, seconds, style]) => ({
    timeMs: Number(seconds) * 1000,
    style: style ?? 'f',
  })),
  inline('everyone', /^@(?:everyone|here)\b/, () => ({})),
]

/** Marked, with the forms of the platform added and those of other dialects switched off. */
export const dialect = new Marked({
  gfm: true,
  breaks: true,
  extensions,
  // Returning undefined switches a form off; false leaves it to Marked.
  tokenizer: {
    code: () => undefined,
    hr: () => undefined,
    html: () => undefined,
    tag: () => undefined,
    def: () => undefined,
    reflink: () => undefined,
    table: () => undefined,
    lheading: () => undefined,
    blockquote: () => undefined,
    heading: (src) => (/^ {0,3}#{4}/.test(src) ? undefined : false),
    del: (src) => (src.startsWith('~~') ? false : undefined),
    link: (src) => (src.startsWith('!') ? undefined : false) as false | Tokens.Link | undefined,
    url: (src) => (/^https?:\/\//i.test(src) ? false : undefined),
    autolink: (src) => (/^<https?:\/\//i.test(src) ? false : undefined),
  },
})
