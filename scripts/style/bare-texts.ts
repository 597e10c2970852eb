/** Finds texts of the web app that are not translated: words in JSX, in attributes and in other literals. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Source } from './checkout.ts'

/** A literal or JSX text with words that people read. */
export interface BareText {
  readonly node: ts.JsxText | ts.StringLiteralLike | ts.TemplateExpression
  readonly text: string
  readonly line: number
}

/** Folders and files in packages/web/src whose texts are not marked yet. */
const UNTRANSLATED: readonly string[] = JSON.parse(readFileSync(new URL('untranslated.json', import.meta.url), 'utf8'))

/** Folders that show nothing to people: the translations themselves, and the worker that encrypts calls. */
const WITHOUT_TEXTS: readonly string[] = ['lib/language/', 'features/voice/worker/']

/** Whether all texts of a source must be marked: it belongs to the web app, and its folder is done. */
export function isTranslated(path: string): boolean {
  const [, inApp] = /^packages\/web\/src\/(.*)/.exec(path) ?? []
  if (inApp === undefined || WITHOUT_TEXTS.some((folder) => inApp.startsWith(folder))) return false
  return !UNTRANSLATED.some((place) => inApp.startsWith(place))
}

/** Functions whose first argument is a text to translate. */
const TRANSLATORS = /^(t|msg|rich)$/
/** Attributes that people read, also as one word in small letters. */
const READ =
  /^(label|title|aria-label|aria-roledescription|aria-valuetext|hint|description|action|placeholder|empty|detail|note|none|alt|listLabel|error)$/
/** Attributes and properties that no person reads. */
const SILENT =
  /^(className|class|id|key|type|role|path|to|from|href|rel|target|src|htmlFor|method|mode|kind|event|autoComplete|data-.*|aria-.*|inputMode|pattern|accept|style|format|queryKey|d|viewBox|timeStyle|dateStyle|unit|allow|sandbox|encType|block|behavior|inline|side|align|transform|browser|width|maxWidth|insetInlineStart|gridColumn|gridTemplateColumns)$/i
/** Functions whose arguments no person reads. */
const SILENT_CALLS =
  /^(do|Error|TypeError|RangeError|RpcError|HostRefusal|refusal|refused|needs|#refuse|request|assert|warn|error|log|querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|getItem|setItem|removeItem|get|set|has|delete|post|patch|put|split|join|startsWith|endsWith|includes|indexOf|replace|replaceAll|append|createElement|getElementById|setAttribute|getAttribute|hasAttribute|removeAttribute|matchMedia|useMedia|test|exec|RegExp|DateTimeFormat|NumberFormat|on|dispatch|reduceEvent|createContext|lazyRouteComponent|Event|CustomEvent|MessageEvent|KeyboardEvent|useParams|useSearch|localeCompare|fetch|URL|encodeURIComponent|getData|setData|dateFormat)$/
/** Names that are the same in each language. */
const NAMES = /^(Guildhall|github|APP|Custom Status)$/
/** Addresses and paths without spaces, as examples in empty fields. */
const ADDRESS = /^\S*[/.]\w\S*$/
/** Names of keys and authentication schemes, where the place does not say that people read them. */
const TERMS =
  /^(Arrow(Up|Down|Left|Right)|Enter|Escape|Space|Tab|Backspace|Delete|Home|End|PageUp|PageDown|Shift|Control|Meta|Alt|Bearer)$/

const JOINS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.EqualsToken,
])

/** Returns the bare texts of a file of the web app. */
export function bareTexts({ file }: Source): BareText[] {
  const found: BareText[] = []
  const add = (node: BareText['node'], text: string) =>
    found.push({ node, text, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 })
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) {
      const text = node.text.trim()
      if (hasWord(text)) add(node, text.replace(/\s+/g, ' '))
      return
    }
    const isCode = ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
    if (isCode || ts.isTaggedTemplateExpression(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = literalText(node)
      if (isRead(node, text.replaceAll('{}', ' '))) add(node, text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the literal parts of a string, with `{}` for values. */
function literalText(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (!ts.isTemplateExpression(node)) return node.text
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}

const hasWord = (text: string) =>
  /\p{L}/u.test(text.replace(/&\w+;/g, '')) && !NAMES.test(text.trim()) && !ADDRESS.test(text.trim())

/** Whether people read a literal: by the place that its value goes to, or by its looks where the place says nothing. */
function isRead(node: ts.Node, words: string): boolean {
  if (!hasWord(words)) return false
  const [inner, place] = placeOf(node)
  if (!place) return false
  if (ts.isJsxAttribute(place)) {
    const name = place.name.getText()
    return READ.test(name) || (!SILENT.test(name) && looksRead(words))
  }
  if (ts.isJsxExpression(place)) return true
  if (ts.isPropertyAssignment(place))
    return place.name !== inner && !SILENT.test(place.name.getText().replace(/['"]/g, '')) && looksRead(words)
  if (ts.isCallExpression(place) || ts.isNewExpression(place)) {
    const { expression } = place
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
    if (TRANSLATORS.test(name) || SILENT_CALLS.test(name)) return false
  }
  if (
    ts.isPropertySignature(place) ||
    ts.isElementAccessExpression(place) ||
    ts.isCaseClause(place) ||
    ts.isExpressionStatement(place)
  )
    return false
  return looksRead(words)
}

/**
 * Returns the attribute, property, call or statement that receives the value of a literal, and the expression in it.
 * Conditions and operands of comparisons go nowhere.
 */
function placeOf(node: ts.Node): [inner: ts.Node, place: ts.Node | undefined] {
  let inner = node
  for (;;) {
    const { parent } = inner
    if (ts.isConditionalExpression(parent)) {
      if (parent.condition === inner) return [inner, undefined]
    } else if (ts.isBinaryExpression(parent)) {
      if (!JOINS.has(parent.operatorToken.kind)) return [inner, undefined]
    } else {
      const passes =
        ts.isParenthesizedExpression(parent) ||
        ts.isAsExpression(parent) ||
        (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent))
      if (!passes) return [inner, parent]
    }
    inner = parent
  }
}

/** Whether a literal looks like words: it begins with a capital or has two words. */
function looksRead(text: string): boolean {
  const trimmed = text.trim()
  if (TERMS.test(trimmed) || /^[/#.?]|^[a-z]+:\/\/|^[A-Z0-9_]+$|^[a-z]+[A-Z]\w*$/.test(trimmed)) return false
  return /^\p{Lu}\p{Ll}/u.test(trimmed) || /\p{L}{2,}\S* \S*\p{L}/u.test(trimmed)
}
