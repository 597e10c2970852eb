/** Works out the payload of each dispatch from the server's event types and from what the gateway itself sends. */
import ts from 'typescript'
import { TypeText } from './type-text.ts'

const SERVER = 'packages/server/src/'
const GATEWAY = `${SERVER}transports/gateway/`
const PROTOCOL = 'packages/protocol/src/index.ts'
/** Objects that only sessions of games receive. */
const GAME_OBJECT = /^GameDirectMessage/
const DISPATCH = /^[A-Z][A-Z0-9_]+$/

/** Dispatches that are assembled from the results of several functions of the gateway. */
const ASSEMBLED: Readonly<Record<string, readonly string[]>> = {
  READY: ['ownReadyData'],
  GUILD_CREATE: ['sharedGuildFields', 'guildFieldsFor'],
}

/** Types of payloads by dispatch name; several places may send one. */
type Payloads = Map<string, Set<ts.Type>>

/** Returns the text of a module with the payload of each dispatch. */
export function eventTypes(header: string): string {
  const { program, sources } = serverProgram()
  const checker = program.getTypeChecker()
  const payloads: Payloads = new Map()
  for (const source of sources) {
    for (const declared of declarationsIn(source, checker)) note(payloads, declared.name, declared.type)
    if (pathOf(source).startsWith(GATEWAY)) {
      for (const sent of sentIn(source, checker)) note(payloads, sent.name, sent.type)
    }
  }
  const protocol = program.getSourceFile(ts.sys.resolvePath(PROTOCOL))
  if (!protocol) throw new Error(`${PROTOCOL} is no part of the program`)
  const text = new TypeText(checker, protocol)
  const games: string[] = []
  const entries = [...payloads].map(([name, types]) => {
    const forms = [...types].flatMap((type) => (type.isUnion() ? type.types : [type]))
    const isOfGame = (type: ts.Type) => GAME_OBJECT.test(text.of(type))
    const [ofGame, others] = [forms.filter(isOfGame), forms.filter((form) => !isOfGame(form))]
    if (ofGame.length > 0 && others.length > 0) games.push(`${name}: ${text.merged(name, ofGame)}`)
    return `${name}: ${text.merged(name, others.length > 0 ? others : ofGame)}`
  })
  for (const [name, functions] of Object.entries(ASSEMBLED)) {
    const parts = functions.map((called) => text.of(resultOf(called, sources, checker)))
    entries.push(`${name}: ${parts.join(' & ')}`)
  }
  const imports = `import type { ${[...text.used].sort().join(', ')} } from '@guildhall/protocol'\n`
  return `${imports}\n${header}export interface Events {\n${entries.sort().join('\n')}\n}

/** Payloads that sessions of games receive in another form. */
export interface GameForms {\n${games.sort().join('\n')}\n}\n`
}

function note(payloads: Payloads, name: string, type: ts.Type): void {
  if (!DISPATCH.test(name) || name in ASSEMBLED) return
  payloads.set(name, (payloads.get(name) ?? new Set()).add(type))
}

function serverProgram() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
  const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host)
  if (!config) throw new Error('tsconfig.json cannot be read')
  const names = config.fileNames.filter((name) => name.includes(SERVER) && !/[.](type-)?test[.]ts$/.test(name))
  const program = ts.createProgram(names, config.options)
  const sources = program.getSourceFiles().filter((source) => names.includes(source.fileName))
  return { program, sources }
}

function pathOf(source: ts.SourceFile): string {
  return source.fileName.slice(source.fileName.lastIndexOf(SERVER))
}

interface Sent {
  readonly name: string
  readonly type: ts.Type
}

/** Returns all nodes of a file for which a test holds. */
function nodesIn<T extends ts.Node>(root: ts.Node, matches: (node: ts.Node) => node is T): T[] {
  const found: T[] = []
  const visit = (node: ts.Node) => {
    if (matches(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

const isDeclaration = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'eventType'

/** Returns the dispatches of the event types that a file declares, itself or by functions that declare similar ones. */
function declarationsIn(source: ts.SourceFile, checker: ts.TypeChecker): Sent[] {
  return nodesIn(source, isDeclaration).flatMap((call) => {
    const [fields] = call.arguments
    if (!fields || !ts.isObjectLiteralExpression(fields)) return []
    const [name, present] = [fieldValue(fields, 'name'), fieldValue(fields, 'present')]
    // A variant of another event type, which has the same name and form.
    if (!name || !present) return []
    const declaring = ts.findAncestor(call, (node) => ts.isFunctionDeclaration(node) || ts.isArrowFunction(node))
    const calls = declaring && ts.isFunctionDeclaration(declaring) ? callsOf(declaring, source) : [undefined]
    return calls.flatMap((by) => {
      const given = (value: ts.Expression) => (by && declaring ? argumentFor(value, declaring, by) : undefined) ?? value
      const named = given(name)
      const type = resultType(given(present), checker)
      return ts.isStringLiteral(named) && type ? [{ name: named.text, type }] : []
    })
  })
}

/** Returns the value of a field, also of one that is written as a method or by its name alone. */
function fieldValue(fields: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const field of fields.properties) {
    if (!field.name || !ts.isIdentifier(field.name) || field.name.text !== name) continue
    if (ts.isPropertyAssignment(field)) return field.initializer
    if (ts.isShorthandPropertyAssignment(field)) return field.name
  }
  return undefined
}

function callsOf(declaring: ts.FunctionDeclaration, source: ts.SourceFile): ts.CallExpression[] {
  const isCall = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === declaring.name?.text
  return nodesIn(source, isCall)
}

/** Returns what a call gives for a parameter, or for a field of one; undefined if the expression is none. */
function argumentFor(value: ts.Expression, declaring: ts.Node, call: ts.CallExpression): ts.Expression | undefined {
  if (!ts.isIdentifier(value) || !ts.isFunctionDeclaration(declaring)) return undefined
  for (const [index, { name }] of declaring.parameters.entries()) {
    const argument = call.arguments[index]
    if (ts.isIdentifier(name) && name.text === value.text) return argument
    if (!ts.isObjectBindingPattern(name) || !argument || !ts.isObjectLiteralExpression(argument)) continue
    const isNamed = name.elements.some((element) => ts.isIdentifier(element.name) && element.name.text === value.text)
    if (isNamed) return fieldValue(argument, value.text)
  }
  return undefined
}

/** Returns the type that a function returns, without its promise. */
function resultType(value: ts.Node, checker: ts.TypeChecker): ts.Type | undefined {
  const symbol = ts.isShorthandPropertyAssignment(value.parent)
    ? checker.getShorthandAssignmentValueSymbol(value.parent)
    : undefined
  const type = symbol ? checker.getTypeOfSymbol(symbol) : checker.getTypeAtLocation(value)
  const returned = type.getCallSignatures()[0]?.getReturnType()
  return returned && (checker.getAwaitedType(returned) ?? returned)
}

/** Returns the dispatches that a file of the gateway sends to single sessions. */
function sentIn(source: ts.SourceFile, checker: ts.TypeChecker): Sent[] {
  const isSend = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'send'
  return nodesIn(source, isSend).flatMap(({ arguments: [name, data] }) =>
    name && data && ts.isStringLiteral(name) ? [{ name: name.text, type: checker.getTypeAtLocation(data) }] : [],
  )
}

function resultOf(called: string, sources: readonly ts.SourceFile[], checker: ts.TypeChecker): ts.Type {
  for (const source of sources) {
    if (!pathOf(source).startsWith(GATEWAY)) continue
    for (const statement of source.statements) {
      if (!ts.isFunctionDeclaration(statement) || statement.name?.text !== called) continue
      const type = resultType(statement.name, checker)
      if (type) return checker.getNonNullableType(type)
    }
  }
  throw new Error(`the gateway has no function ${called}`)
}
