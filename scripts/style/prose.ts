/** Finds the prose of a checkout besides comments: names of tests, help texts, messages of errors, texts of the app. */
import ts from 'typescript'
import { messagesOf } from './catalogues.ts'
import type { Source } from './checkout.ts'

/** A text that people read. `line` counts from 1. */
export interface Prose {
  readonly line: number
  readonly text: string
  /** Whether it is a text of the web app, which may be a label. */
  readonly isLabel?: boolean
}

/** A page of Markdown. */
export interface Page {
  readonly path: string
  readonly text: string
}

const TEST_CALL = /^(test|it|describe|suite|t\.test|context\.test)(\.\w+)?$/
/** Classes and functions whose texts say why something failed. */
const FAILURES = /(Error|Refusal|Fault)$|^(refuse|refused|refusal)$/
const HELP = /^(help|title|description)$/

const propertyName = (node: ts.Node) => (ts.isPropertyAssignment(node) ? node.name.getText() : undefined)

/** Returns the literal texts of an expression: also of each branch, part of a sum, and entry of a list. */
function literalsIn(node: ts.Node): (ts.StringLiteralLike | ts.TemplateExpression)[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node]
  if (ts.isParenthesizedExpression(node)) return literalsIn(node.expression)
  if (ts.isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)]
  // The right side of a sum continues a sentence.
  if (ts.isBinaryExpression(node)) return literalsIn(node.left)
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsIn)
  return []
}

const textOf = (node: ts.StringLiteralLike | ts.TemplateExpression) =>
  ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
    : node.text

function found({ file }: Source, textsOf: (node: ts.Node) => readonly ts.Node[]): Prose[] {
  const prose: Prose[] = []
  const visit = (node: ts.Node) => {
    for (const given of textsOf(node))
      for (const literal of literalsIn(given)) {
        const text = textOf(literal)
        const line = file.getLineAndCharacterOfPosition(literal.getStart(file)).line + 1
        if (text.trim().includes(' ')) prose.push({ line, text })
      }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return prose
}

/** Returns the names of the tests of a file, without the ids of the checklist before them. */
function testNamesOf(source: Source): Prose[] {
  const names = found(source, (node) =>
    ts.isCallExpression(node) && TEST_CALL.test(node.expression.getText(source.file)) ? node.arguments.slice(0, 1) : [],
  )
  return names.map(({ line, text }) => ({ line, text: text.replace(/^(\[[^\]]*\]\s*)+/, '') }))
}

/** Returns the help texts of the terminal: the fields `help`, `title` and `description` in `cli/`. */
function helpTextsOf(source: Source): Prose[] {
  if (!/\/cli\//.test(source.path)) return []
  return found(source, (node) =>
    ts.isPropertyAssignment(node) && HELP.test(propertyName(node) ?? '') ? [node.initializer] : [],
  )
}

/** Returns the messages of errors and the reasons of refusals. */
function failuresOf(source: Source): Prose[] {
  return found(source, (node) => {
    if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return []
    return FAILURES.test(node.expression.getText(source.file).split('.').at(-1) ?? '') ? (node.arguments ?? []) : []
  })
}

/** Returns the English texts of the web app. */
function appTextsOf(source: Source): Prose[] {
  return messagesOf(source).map(({ line, message }) => ({ line, text: message, isLabel: true }))
}

/** Returns all prose of a file that is no comment. */
export function proseOf(source: Source): Prose[] {
  return [...testNamesOf(source), ...helpTextsOf(source), ...failuresOf(source), ...appTextsOf(source)]
}

const FENCE = /^\s*(```|~~~)/
/** A line that begins a heading, list item, quotation or row of a table. */
const BEGINS = /^\s*(#|[-*>|] ?|\d+\. )/

/** Returns the headings, paragraphs, list items and rows of a page of Markdown, without code. */
export function paragraphsOf({ text }: Page): Prose[] {
  const paragraphs: { line: number; text: string }[] = []
  let isCode = false
  let isOpen = false
  for (const [index, content] of text.split('\n').entries()) {
    const isFence = FENCE.test(content)
    if (isFence) isCode = !isCode
    const plain = content.replace(/^[-*#>|\s]*(\d+\. )?/, '').trim()
    const last = paragraphs.at(-1)
    if (isFence || isCode || plain === '') isOpen = false
    else if (last && isOpen && !BEGINS.test(content)) last.text += ` ${plain}`
    else if (!/^ {4}/.test(content)) {
      paragraphs.push({ line: index + 1, text: plain })
      isOpen = !content.startsWith('#')
    }
  }
  return paragraphs
}
