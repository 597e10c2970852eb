import { commentsOf, exportedFunctions, isProduct, reExports, type Source } from './checkout.ts'

/** A place that breaks a rule of docs/style.md. */
export interface Violation {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly detail: string
}

/** Finds the places of one file that break a rule; `paths` are all files of the checkout. */
type Rule = (source: Source, paths: ReadonlySet<string>) => { line: number; detail: string }[]

const COLUMNS_MAX = 120
const FILE_LINES_MAX = 400

/** A sentence that opens with a relative clause instead of a subject; questions may. */
const HEADLESS = /^(Who|Whom|Whose|Whoever|What|Whatever|Where|Wherever|Which|Whichever|How)\b(?![^.]*\?)/
const PHRASES = /\b(for the time being|as good as|that is none|which is none|nobody's|told of|so many of them)\b/i

/** Returns the sentences of a comment or paragraph. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.:;])\s+(?=[A-Z])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Whether a sentence opens with a headless clause ("Who may not accept it…"). */
export function isHeadless(sentence: string): boolean {
  return HEADLESS.test(sentence)
}

/** The rules of docs/style.md that no other tool checks, by name. */
export const RULES: Readonly<Record<string, Rule>> = {
  'name-the-subject': (source) =>
    commentsOf(source).flatMap(({ line, text }) =>
      sentencesOf(text)
        .filter(isHeadless)
        .map((detail) => ({ line, detail })),
    ),

  'plain-words': (source) =>
    commentsOf(source)
      .filter(({ text }) => PHRASES.test(text))
      .map(({ line, text }) => ({ line, detail: PHRASES.exec(text)?.[0] ?? '' })),

  'document-exported-functions': (source) =>
    isProduct(source.path)
      ? exportedFunctions(source)
          .filter(({ documented }) => !documented)
          .map(({ name, line }) => ({ line, detail: name }))
      : [],

  'comment-columns': ({ text }) =>
    text
      .split('\n')
      .map((content, index) => ({ line: index + 1, content }))
      .filter(({ content }) => content.length > COLUMNS_MAX && /^\s*(\/\/|\/?\*)/.test(content))
      .map(({ line, content }) => ({ line, detail: `${content.length} columns` })),

  'no-untyped-wire': (source) =>
    isProduct(source.path)
      ? linesWith(source.text, /^(export )?type Wire\b/).map((line) => ({ line, detail: 'type Wire' }))
      : [],

  'no-raw-store-in-index': (source) =>
    /\/resources\/[^/]+\/index\.ts$/.test(source.path)
      ? reExports(source)
          .filter(({ name, original, from }) => /store\.ts$/.test(from) && name !== original)
          .map(({ name, original }) => ({ line: 1, detail: `${original} as ${name}` }))
      : [],

  'one-save': ({ path, text }, paths) => {
    const folder = /^.*\/resources\/[^/]+\//.exec(path)?.[0]
    if (!folder || !isProduct(path) || !paths.has(`${folder}actions/save.ts`)) return []
    if (path === `${folder}actions/save.ts` || /[/-]store\.ts$/.test(path)) return []
    return linesWith(text, /\b\w*[sS]tore\.(insert|update|delete|remove)\w*\(/).map((line) => ({
      line,
      detail: 'a store write outside actions/save.ts',
    }))
  },

  'file-length': ({ path, text }) => {
    const lines = text.split('\n').length - 1
    return isProduct(path) && lines > FILE_LINES_MAX ? [{ line: 1, detail: `${lines} lines` }] : []
  },
}

function linesWith(text: string, pattern: RegExp): number[] {
  return text
    .split('\n')
    .map((line, index) => (pattern.test(line) ? index + 1 : 0))
    .filter((line) => line > 0)
}

/** Returns every violation in the given files, of the named rules. */
export function violationsIn(sources: readonly Source[], names: readonly string[] = Object.keys(RULES)): Violation[] {
  const paths = new Set(sources.map(({ path }) => path))
  return sources.flatMap((source) =>
    names.flatMap((rule) =>
      (RULES[rule]?.(source, paths) ?? []).map((found) => ({ rule, path: source.path, ...found })),
    ),
  )
}
