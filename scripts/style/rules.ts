import { bareTexts, isTranslated } from './bare-texts.ts'
import { commentsOf, exportedFunctions, functionsOf, isProduct, reExports, type Source } from './checkout.ts'
import { type Page, type Prose, paragraphsOf, proseOf } from './prose.ts'

/** A place that breaks a rule of docs/style.md. */
export interface Violation {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly detail: string
}

/** A place in one file. */
type Found = Pick<Violation, 'line' | 'detail'>

/** Finds the places of one file that break a rule. */
type Rule = (source: Source) => Found[]

const COLUMNS_MAX = 120
const FILE_LINES_MAX = 400
/** Maximum lines of a function. Those of inner functions count too: a class written as closures counts whole. */
const FUNCTION_LINES_MAX = 60

/** A sentence that opens with a relative clause instead of a subject; questions may. */
const HEADLESS = /^(Who|Whom|Whose|Whoever|What|Whatever|Where|Wherever|Which|Whichever|How)\b(?![^.]*\?)/
/** The possessive without a noun after it. "SKUs of its own application" has one. */
const OWN = String.raw`of (?:its|their|our|your|his|her|one's) own(?=[^\w\s-]|$| (?:and|or|in|on|at|by|with|for|to|that|which|has|is|are)\b)`
const PHRASES = new RegExp(
  String.raw`\b(?:for the time being|as good as|(?:that|which) is none|nobody's|told of|so many|stands? for|(?:is|are|was|were) told(?! apart)|${OWN})`,
  'i',
)
/** Pages that quote what they forbid. */
const QUOTING = /^docs\/style\.md$/

/** A type of a test for payloads of any fields, whose misspelt fields compile. */
const UNTYPED_PAYLOAD = /^(export )?(interface|type) Wire\b|^\s+(readonly )?\[\w+: string\]: unknown;?$/

/** Tests of interactions and purchases that still have such a type. No file may be added. */
const WITH_WIRE: ReadonlySet<string> = new Set(['packages/server/test/support/interactions.ts'])

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
  'name-the-subject': (source) => [...headlessIn(commentsOf(source)), ...headlessIn(proseOf(source).map(asSentence))],

  'plain-words': (source) => phrasesIn([...commentsOf(source), ...proseOf(source)]),

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

  'typed-payloads-in-tests': (source) =>
    isTest(source.path) && !WITH_WIRE.has(source.path)
      ? linesWith(source.text, UNTYPED_PAYLOAD).map((line) => ({
          line,
          detail: 'a payload with any field: use the object types of packages/protocol',
        }))
      : [],

  'no-raw-store-in-index': (source) =>
    /\/resources\/[^/]+\/[^/]+\/index\.ts$/.test(source.path)
      ? reExports(source)
          .filter(({ name, original, from }) => /store\.ts$/.test(from) && name !== original)
          .map(({ name, original }) => ({ line: 1, detail: `${original} as ${name}` }))
      : [],

  'translate-texts': (source) =>
    isProduct(source.path) && isTranslated(source.path)
      ? bareTexts(source).map(({ line, text }) => ({
          line,
          detail: `“${text}” is not translated: t('…'), msg or rich`,
        }))
      : [],

  // Biome counts each function without those in it, and components of the web app are functions of functions.
  'function-length': (source) =>
    isProduct(source.path) && !source.path.startsWith('packages/web/')
      ? functionsOf(source)
          .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
          .map(({ line, name, lines }) => ({ line, detail: `${name} has ${lines} lines` }))
      : [],

  'name-limits': (source) =>
    isProduct(source.path)
      ? linesWith(source.text, /\bmaxLength=\{[^}]*\b\d/).map((line) => ({
          line,
          detail: 'a number in maxLength; limits have names in protocol/limits.ts',
        }))
      : [],

  'file-length': ({ path, text }) => {
    const lines = text.split('\n').length - 1
    // Nobody edits generated files.
    return isProduct(path) && !path.includes('/generated/') && lines > FILE_LINES_MAX
      ? [{ line: 1, detail: `${lines} lines` }]
      : []
  },
}

function headlessIn(texts: readonly Prose[]): Found[] {
  return texts.flatMap(({ line, text }) =>
    sentencesOf(text)
      .filter(isHeadless)
      .map((detail) => ({ line, detail })),
  )
}

function phrasesIn(texts: readonly Prose[]): Found[] {
  return texts
    .filter(({ text }) => PHRASES.test(text))
    .map(({ line, text }) => ({ line, detail: PHRASES.exec(text)?.[0] ?? '' }))
}

/** Names of tests and messages begin with a small letter; labels of the web app ("Where") end without a full stop. */
function asSentence({ line, text, isLabel = false }: Prose): Prose {
  return {
    line,
    text: isLabel && !text.endsWith('.') ? '' : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  }
}

/** Returns the violations of the two rules of language in a page of Markdown. */
export function pageViolations(page: Page): Violation[] {
  if (QUOTING.test(page.path)) return []
  const paragraphs = paragraphsOf(page)
  const found = (rule: string, places: readonly Found[]) => places.map((place) => ({ rule, path: page.path, ...place }))
  return [...found('name-the-subject', headlessIn(paragraphs)), ...found('plain-words', phrasesIn(paragraphs))]
}

function isTest(path: string): boolean {
  return /\.test\.ts$|\/test\//.test(path)
}

function linesWith(text: string, pattern: RegExp): number[] {
  return text
    .split('\n')
    .map((line, index) => (pattern.test(line) ? index + 1 : 0))
    .filter((line) => line > 0)
}

/** Returns every violation in the given files, of the named rules. */
export function violationsIn(sources: readonly Source[], names: readonly string[] = Object.keys(RULES)): Violation[] {
  return sources.flatMap((source) =>
    names.flatMap((rule) => (RULES[rule]?.(source) ?? []).map((found) => ({ rule, path: source.path, ...found }))),
  )
}
