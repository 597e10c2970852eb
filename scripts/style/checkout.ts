import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/** One TypeScript file of a checkout, parsed. `path` is relative to the checkout, with forward slashes. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly file: ts.SourceFile
}

/** One comment, without its marks. `line` counts from 1. */
export interface Comment {
  readonly line: number
  readonly text: string
  readonly isDoc: boolean
}

/** Parses one file. */
export function parseSource(path: string, text: string): Source {
  return { path, text, file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
}

/** A file that is read as text. */
interface Page {
  readonly path: string
  readonly text: string
}

/** Reads the tracked files of a checkout: TypeScript parsed, Markdown and styles as text. */
export function readCheckout(root: string): { sources: Source[]; pages: Page[]; styles: Page[] } {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return {
    sources: tracked.filter((path) => /\.tsx?$/.test(path)).map((path) => parseSource(path, read(path))),
    pages: tracked.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: read(path) })),
    styles: tracked.filter((path) => path.endsWith('.css')).map((path) => ({ path, text: read(path) })),
  }
}

/** Whether a file is part of a package's product: neither test nor script. */
export function isProduct(path: string): boolean {
  return /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)
}

const commentsByFile = new WeakMap<ts.SourceFile, readonly Comment[]>()

/** Returns all comments of a file. */
export function commentsOf(source: Source): readonly Comment[] {
  const known = commentsByFile.get(source.file)
  if (known) return known
  const comments = findComments(source)
  commentsByFile.set(source.file, comments)
  return comments
}

/** Text outside literals that begins like a comment is one. To visit all tokens would take ten times as long. */
function findComments({ file, text }: Source): Comment[] {
  const literals = literalsOf(file)
  const comments: Comment[] = []
  const pattern = /\/\/.*|\/\*[\s\S]*?\*\//g
  let next = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    while (next < literals.length && (literals[next]?.end ?? 0) <= match.index) next += 1
    const literal = literals[next]
    if (literal && literal.start <= match.index) {
      pattern.lastIndex = literal.end
      continue
    }
    const line = file.getLineAndCharacterOfPosition(match.index).line + 1
    comments.push({ line, text: withoutMarks(match[0]), isDoc: match[0].startsWith('/**') })
  }
  return comments
}

/** Returns where strings, parts of templates, regular expressions and texts of JSX are, in their order. */
function literalsOf(file: ts.SourceFile): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  const visit = (node: ts.Node) => {
    if (
      ts.isLiteralExpression(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      node.kind === ts.SyntaxKind.TemplateHead
    )
      found.push({ start: node.getStart(file), end: node.getEnd() })
    else if (ts.isJsxText(node)) found.push({ start: node.getFullStart(), end: node.getEnd() })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found.sort((a, b) => a.start - b.start)
}

function withoutMarks(raw: string): string {
  return raw
    .replace(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(\/\/|\*(?!\*)) ?/, '').trim())
    .join(' ')
    .trim()
}

/** Returns the exported functions of a file: declarations, and constants that hold a function. */
export function exportedFunctions({ file }: Source): { name: string; line: number; documented: boolean }[] {
  const found: { name: string; line: number; documented: boolean }[] = []
  for (const statement of file.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue
    const documented = ts.getJSDocCommentsAndTags(statement).length > 0
    const line = file.getLineAndCharacterOfPosition(statement.getStart(file)).line + 1
    if (ts.isFunctionDeclaration(statement)) found.push({ name: statement.name?.text ?? 'default', line, documented })
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      if (isFunction && ts.isIdentifier(name)) found.push({ name: name.text, line, documented })
    }
  }
  return found
}

/** Returns the functions of a file with their lines, blank ones not counted; the lines of inner functions count too. */
export function functionsOf({ file, text }: Source): { name: string; line: number; lines: number }[] {
  const found: { name: string; line: number; lines: number }[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = node.getStart(file)
      const lines = text.slice(start, node.getEnd()).split('\n')
      const line = file.getLineAndCharacterOfPosition(start).line + 1
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
      const name = ts.isConstructorDeclaration(node) ? 'constructor' : (named?.getText(file) ?? 'a function')
      found.push({ name, line, lines: lines.filter((content) => content.trim() !== '').length })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the functions of a file with a body, and how many parameters each has. */
export function parametersOf({ file }: Source): { name: string; line: number; count: number }[] {
  const found: { name: string; line: number; count: number }[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      found.push({ name: named?.getText(file) ?? 'a function', line, count: node.parameters.length })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the files that a file imports or exports from by a relative path, as paths of the checkout. */
export function relativeImports({ path, file }: Source): string[] {
  const targets: string[] = []
  for (const statement of file.statements) {
    const from = (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier
    if (from && ts.isStringLiteral(from) && from.text.startsWith('.'))
      targets.push(normalize(join(dirname(path), from.text)))
  }
  return targets
}

/** Returns the names that a file imports by relative paths, also types; `*` for a whole module. */
export function importedNames({ path, file }: Source): { name: string; local: string; from: string }[] {
  const names: { name: string; local: string; from: string }[] = []
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    if (!statement.moduleSpecifier.text.startsWith('.')) continue
    const from = normalize(join(dirname(path), statement.moduleSpecifier.text))
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) names.push({ name: '*', local: bindings?.name.text ?? '', from })
    else
      for (const { name, propertyName } of bindings.elements)
        names.push({ name: (propertyName ?? name).text, local: name.text, from })
  }
  return names
}

/** Returns the names that a file re-exports, each with the file it comes from and its name there. */
export function reExports({ path, file }: Source): { name: string; original: string; from: string }[] {
  const names: { name: string; original: string; from: string }[] = []
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause))
      continue
    const specifier = statement.moduleSpecifier
    const from = specifier && ts.isStringLiteral(specifier) ? normalize(join(dirname(path), specifier.text)) : path
    for (const { name, propertyName } of statement.exportClause.elements)
      names.push({ name: name.text, original: (propertyName ?? name).text, from })
  }
  return names
}
