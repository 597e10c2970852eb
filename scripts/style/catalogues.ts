/** The texts of the web app in the code, and their translations. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { type Part, partsOf } from '../../packages/web/src/lib/language/message-format.ts'
import { keyOf } from '../../packages/web/src/lib/language/text.ts'
import type { Source } from './checkout.ts'
import type { Violation } from './rules.ts'

export const CATALOGUES = 'packages/web/src/lib/language/catalogues'
/** Languages of the web app beside English. Each must translate every text. */
export const LANGUAGES: readonly string[] = ['de', 'ar']

const TRANSLATORS = new Set(['t', 'msg', 'rich'])

interface Use {
  readonly message: string
  readonly path: string
  readonly line: number
}

/** Returns the messages that a file translates. */
export function messagesOf({ path, file }: Source): Use[] {
  const uses: Use[] = []
  const literal = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node))
      uses.push({ message: node.text, path, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
    else if (ts.isParenthesizedExpression(node)) literal(node.expression)
    else if (ts.isConditionalExpression(node)) {
      literal(node.whenTrue)
      literal(node.whenFalse)
    }
  }
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && TRANSLATORS.has(node.expression.text)) {
      const [message] = node.arguments
      if (message) literal(message)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return uses
}

/** Returns the uses of all messages of the web app. */
export function appMessages(sources: readonly Source[]): Use[] {
  return sources
    .filter(({ path }) => path.startsWith('packages/web/src/') && !path.endsWith('.test.ts'))
    .flatMap(messagesOf)
}

/** Returns the names of placeholders and elements of a message, in order. */
function placeholdersOf(message: string): string[] {
  const names = new Set<string>()
  const visit = (parts: readonly Part[]) => {
    for (const part of parts) {
      if (typeof part === 'string') for (const [, name] of part.matchAll(/<(\/?\w+)>/g)) names.add(`<${name}>`)
      else {
        if (part.name !== '#') names.add(part.name)
        for (const form of Object.values(part.forms ?? {})) visit(form)
      }
    }
  }
  visit(partsOf(message))
  return [...names].sort()
}

/** Returns the plural categories of a language that a plural of a message has no form for. */
function missingForms(message: string, language: string): string[] {
  const missing = new Set<string>()
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const visit = (parts: readonly Part[]) => {
    for (const part of parts) {
      if (typeof part === 'string' || !part.forms) continue
      const { kind, forms } = part
      if (kind === 'plural') for (const category of pluralCategories) if (!forms[category]) missing.add(category)
      for (const form of Object.values(forms)) visit(form)
    }
  }
  visit(partsOf(message))
  return pluralCategories.filter((category) => missing.has(category))
}

/** Returns the catalogue of a language. */
export function readCatalogue(root: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(`${root}/${CATALOGUES}/${language}.json`, 'utf8')) as Record<string, string>
}

/** Finds missing and unused translations, and those with other placeholders or without a plural form. */
export function catalogueViolations(
  uses: readonly Use[],
  language: string,
  catalogue: Readonly<Record<string, string>>,
): Violation[] {
  const path = `${CATALOGUES}/${language}.json`
  const rule = 'translate-texts'
  const found: Violation[] = []
  const used = new Set(uses.map(({ message }) => message))
  const keys = new Map<number, string>()
  const missing = new Set<string>()
  for (const { message, path, line } of uses) {
    const other = keys.get(keyOf(message)) ?? message
    if (other !== message) found.push({ rule, path, line, detail: `“${message}” has the key of “${other}”` })
    keys.set(keyOf(message), message)
    if (catalogue[message] || missing.has(message)) continue
    missing.add(message)
    found.push({ rule, path, line, detail: `“${message}” is not translated in ${language}.json` })
  }
  for (const [message, text] of Object.entries(catalogue)) {
    if (!used.has(message)) found.push({ rule, path, line: 1, detail: `“${message}” is used nowhere` })
    const [english, translated] = [placeholdersOf(message), placeholdersOf(text)].map((names) => names.join(' '))
    if (text !== '' && english !== translated)
      found.push({ rule, path, line: 1, detail: `“${text}” has ${translated || 'no placeholder'}, not ${english}` })
    const forms = missingForms(text, language)
    if (forms.length > 0)
      found.push({ rule, path, line: 1, detail: `“${text}” has no plural form for ${forms.join(', ')}` })
  }
  return found
}
