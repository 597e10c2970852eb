/** Writes types that the compiler has worked out as text, with the names of the protocol's objects. */
import ts from 'typescript'
import { keyText } from './schema-types.ts'

/** Fewest properties that an object has in common with one of the protocol for which it is named. */
const NAMED_FROM = 3

/** Writes types of one program. */
export class TypeText {
  /** Names of the protocol that the written types use. */
  readonly used = new Set<string>()
  readonly #checker: ts.TypeChecker
  readonly #names = new Map<ts.Type, string>()
  /** Objects of the protocol, those with the most properties first. */
  readonly #objects: { name: string; type: ts.Type; properties: readonly ts.Symbol[] }[] = []

  /** @param protocol the index of the protocol package, whose object types are named */
  constructor(checker: ts.TypeChecker, protocol: ts.SourceFile) {
    this.#checker = checker
    const symbol = checker.getSymbolAtLocation(protocol)
    for (const exported of symbol ? checker.getExportsOfModule(symbol) : []) {
      const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (!(target.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface))) continue
      const type = checker.getDeclaredTypeOfSymbol(target)
      if (!(type.flags & ts.TypeFlags.Object) || this.#names.has(type)) continue
      this.#names.set(type, exported.name)
      this.#objects.push({ name: exported.name, type, properties: checker.getPropertiesOfType(type) })
    }
    this.#objects.sort((one, other) => other.properties.length - one.properties.length)
  }

  /** Returns the text of a type. */
  of(type: ts.Type, depth = 0): string {
    if (depth > 12) throw new Error('a type of the contract refers to itself without a name')
    const name = this.#names.get(type)
    if (name !== undefined) return this.#use(name)
    if (type.isUnion()) return this.#union(type, depth)
    if (type.isIntersection()) return `(${type.types.map((part) => this.of(part, depth + 1)).join(' & ')})`
    if (type.flags & ts.TypeFlags.Object) return this.#object(type, depth)
    // The element of a list that is always empty.
    if (type.flags & ts.TypeFlags.Never) return 'unknown'
    return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  }

  /**
   * Returns the text of a payload that has several forms: one object with optional fields, unless the protocol names
   * the forms.
   */
  merged(subject: string, forms: readonly ts.Type[]): string {
    const texts = new Set(forms.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)).map((form) => this.of(form)))
    for (const text of texts)
      if (/^(unknown|object)$/.test(text)) throw new Error(`the payload of ${subject} has no type`)
    if (texts.size < 2 || ![...texts].every((text) => text.startsWith('{'))) return [...texts].join(' | ')
    const names = new Set(forms.flatMap((form) => form.getProperties().map(({ name }) => name)))
    const fields = [...names].map((name) => {
      const properties = forms.flatMap((form) => form.getProperty(name) ?? [])
      const written = properties.map((property) => this.#field(property, 0))
      const optional = properties.length < forms.length || written.some((field) => field.startsWith(`${name}?`))
      const types = new Set(written.map((field) => field.slice(field.indexOf(':') + 2)))
      return `${keyText(name)}${optional ? '?' : ''}: ${[...types].join(' | ')}`
    })
    return `{ ${fields.join('; ')} }`
  }

  #use(name: string): string {
    this.used.add(name)
    return name
  }

  #union(type: ts.UnionType, depth: number): string {
    // The compiler's order depends on which file it read first; null comes last, and no undefined value is sent.
    const isNull = ({ flags }: ts.Type) => (flags & ts.TypeFlags.Null) !== 0
    const parts = type.types.filter(({ flags }) => !(flags & (ts.TypeFlags.BooleanLiteral | ts.TypeFlags.Undefined)))
    const texts = parts.filter((part) => !isNull(part)).map((part) => this.of(part, depth + 1))
    texts.sort(byValue)
    if (parts.some(isNull)) texts.push('null')
    const booleans = type.types.filter((part) => part.flags & ts.TypeFlags.BooleanLiteral)
    if (booleans.length === 2) texts.unshift('boolean')
    else texts.unshift(...booleans.map((part) => this.#checker.typeToString(part)))
    const [only = 'never', ...others] = new Set(texts)
    return others.length === 0 ? only : `(${[only, ...others].join(' | ')})`
  }

  #object(type: ts.Type, depth: number): string {
    const checker = this.#checker
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference)
      return `(${element ? this.of(element, depth + 1) : 'unknown'})[]`
    }
    if (checker.isTupleType(type)) {
      const elements = checker.getTypeArguments(type as ts.TypeReference)
      return `[${elements.map((element) => this.of(element, depth + 1)).join(', ')}]`
    }
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    if (index) return `Record<string, ${this.of(index, depth + 1)}>`
    const properties = checker.getPropertiesOfType(type)
    const base = this.#objects.find((object) => this.#includes(type, object))
    const own = base
      ? properties.filter(({ name }) => !base.properties.some((known) => known.name === name))
      : properties
    const fields = own.map((property) => this.#field(property, depth))
    const text = fields.length > 0 || !base ? `{ ${fields.join('; ')} }` : ''
    if (text === '{  }') return 'Record<string, never>'
    return [base && this.#use(base.name), text].filter(Boolean).join(' & ')
  }

  #field(property: ts.Symbol, depth: number): string {
    const type = this.#checker.getTypeOfSymbol(property)
    const optional = (property.flags & ts.SymbolFlags.Optional) !== 0 || isUndefinable(type)
    return `${keyText(property.name)}${optional ? '?' : ''}: ${this.of(type, depth + 1)}`
  }

  /** Whether a type has all properties of an object of the protocol, with the same types: it was spread into it. */
  #includes(type: ts.Type, { properties }: { properties: readonly ts.Symbol[] }): boolean {
    if (properties.length < NAMED_FROM) return false
    return properties.every((known) => {
      const own = type.getProperty(known.name)
      if (!own || (own.flags & ts.SymbolFlags.Optional) !== (known.flags & ts.SymbolFlags.Optional)) return false
      return this.#checker.getTypeOfSymbol(own) === this.#checker.getTypeOfSymbol(known)
    })
  }
}

/** Orders numbers by value, everything else by its characters. */
function byValue(one: string, other: string): number {
  return Number(one) - Number(other) || (one < other ? -1 : 1)
}

/** Whether a value may be undefined, so that JSON leaves it out. */
function isUndefinable(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined)
}
