import type { UrlMappingObject } from '@guildhall/protocol'

const ROOT = '/'
/** Parameter of a prefix or target. */
const PARAMETER = /\{([^{}]*)\}/g
const PARAMETER_NAME = /^[a-z]+$/
const FILE_ENDING = /\.[a-z]{2,5}$/i

/** Returns the names of the parameters in a prefix or target. */
function parametersOf(text: string): string[] {
  return [...text.matchAll(PARAMETER)].map(([, name = '']) => name)
}

/** Returns a text whose parameters have a value, so that it can be read as an address. */
const filled = (text: string) => text.replaceAll(PARAMETER, 'x')

/** Returns why a prefix cannot be mapped, or null. */
function prefixFault(prefix: string): string | null {
  if (!/^\/[^\s?#\\]*$/.test(prefix)) return 'Must be a path that begins with /, without ? and #.'
  if (/^\/\.proxy(?:\/|$)/.test(prefix)) return 'Must not begin with /.proxy, which the proxy removes from paths.'
  if (/\/\/|(?:^|\/)\.\.?(?:\/|$)/.test(prefix)) return 'Must not have empty, . or .. parts.'
  const names = parametersOf(prefix)
  if (!names.every((name) => PARAMETER_NAME.test(name))) return 'Names of parameters must be of the letters a to z.'
  if (new Set(names).size < names.length) return 'Must not have a parameter twice.'
  return /[{}]/.test(filled(prefix)) ? 'Must have each parameter in { and }.' : null
}

/** Returns why a target cannot be requested, or null. */
function targetFault(target: string, parameters: readonly string[]): string | null {
  if (/:\/\//.test(target)) return 'Must be without a scheme.'
  const address = filled(target)
  const url = /^[^\s/?#@\\{}][^\s?#@\\{}]*$/.test(address) ? URL.parse(`https://${address}`) : null
  if (!url || url.hostname === '') return 'Must be a host, perhaps with a folder, such as game.example/v1.'
  const unknown = parametersOf(target).find((name) => !parameters.includes(name))
  if (unknown !== undefined) return `The prefix has no parameter {${unknown}}.`
  const [, ...path] = address.split('/')
  if (path.some((part) => part === '.' || part === '..')) return 'Must not have . or .. parts.'
  return FILE_ENDING.test(path.at(-1) ?? '') ? 'Must be a folder, not a file.' : null
}

/** Fault of URL mappings. The path leads from the list to the part at fault. */
export interface MappingFault {
  readonly path: readonly [] | readonly [index: number, field: 'prefix' | 'target']
  readonly message: string
}

/** Returns what is wrong with URL mappings. [SVC-1] */
export function mappingFaults(mappings: readonly UrlMappingObject[]): MappingFault[] {
  const faults: MappingFault[] = []
  const prefixes = new Set<string>()
  for (const [index, { prefix, target }] of mappings.entries()) {
    const wrongPrefix = prefixes.has(prefix) ? 'Another mapping has the same prefix.' : prefixFault(prefix)
    if (wrongPrefix !== null) faults.push({ path: [index, 'prefix'], message: wrongPrefix })
    const wrongTarget = targetFault(target, parametersOf(prefix))
    if (wrongTarget !== null) faults.push({ path: [index, 'target'], message: wrongTarget })
    prefixes.add(prefix)
  }
  if (mappings.length > 0 && !prefixes.has(ROOT))
    faults.push({ path: [], message: 'The prefix / is missing. Its host serves the page of the activity.' })
  return faults
}

/** Returns mappings in the order of their checks: every path matches the root, so the root is the last one. */
export function orderedMappings(mappings: readonly UrlMappingObject[]): UrlMappingObject[] {
  const isRoot = ({ prefix }: UrlMappingObject) => prefix === ROOT
  return [...mappings.filter((mapping) => !isRoot(mapping)), ...mappings.filter(isRoot)]
}
