import type { UrlMappingObject } from '@guildhall/protocol'
import { isLoopbackHost } from '../../validation/loopback-host.ts'
import { pathFault } from './path-rules.ts'

/** Prefix that the proxy removes once from a path. */
const PROXY_PREFIX = /^\/\.proxy(?=\/|$)/
const PARAMETER = /\{([a-z]+)\}/g
/** Values of parameters. */
const VALUE = '([\\w-]+)'

/** Place outside that a request is forwarded to. */
export interface Target {
  /** Scheme, host and port. */
  readonly origin: URL
  /** Path and query. */
  readonly path: string
  /** Beginning of the page's own path that is replaced by `folder`, without a slash at its end. */
  readonly from: string
  /** Folder of the target, without a slash at its end; empty for the whole host. */
  readonly folder: string
}

/** Returns the target of a request; null without a mapping; 'invalid' for a path that no browser sends. */
export function resolveTarget(mappings: readonly UrlMappingObject[], requestTarget: string): Target | null | 'invalid' {
  const question = requestTarget.indexOf('?')
  const fullPath = question < 0 ? requestTarget : requestTarget.slice(0, question)
  const query = question < 0 ? '' : requestTarget.slice(question)
  if (pathFault(fullPath)) return 'invalid'
  const [proxyPrefix = ''] = PROXY_PREFIX.exec(fullPath) ?? []
  const path = fullPath.slice(proxyPrefix.length) || '/'
  for (const mapping of mappings) {
    const match = matchPrefix(mapping.prefix, path)
    if (!match) continue
    const place = placeOf(mapping.target, match.values)
    if (!place) return null
    const { origin, folder, endsWithSlash } = place
    const rest = match.rest === '' && endsWithSlash ? '/' : match.rest
    return { origin, folder, path: (folder + rest || '/') + query, from: proxyPrefix + match.matched }
  }
  return null
}

interface PrefixMatch {
  /** Part of the path that matches the prefix. */
  readonly matched: string
  readonly rest: string
  readonly values: ReadonlyMap<string, string>
}

/** Matches a prefix with whole segments of a path. */
function matchPrefix(prefix: string, path: string): PrefixMatch | null {
  const wanted = segmentsOf(prefix.replace(/\/+$/, ''))
  const segments = segmentsOf(path)
  if (wanted.length > segments.length) return null
  const values = new Map<string, string>()
  for (const [index, pattern] of wanted.entries()) {
    if (!matchSegment(pattern, segments[index] ?? '', values)) return null
  }
  const matched = segments.slice(0, wanted.length).map((segment) => `/${segment}`)
  const length = matched.join('').length
  return { matched: path.slice(0, length), rest: path.slice(length), values }
}

function matchSegment(pattern: string, segment: string, values: Map<string, string>): boolean {
  const text = decoded(segment)
  const names = [...pattern.matchAll(PARAMETER)].map(([, name = '']) => name)
  if (names.length === 0) return decoded(pattern) === text
  const literals = pattern.split(/\{[a-z]+\}/).map(escaped)
  const match = new RegExp(`^${literals.join(VALUE)}$`).exec(text)
  for (const [index, name] of names.entries()) values.set(name, match?.[index + 1] ?? '')
  return match !== null
}

/** Returns the origin and folder of a target; null if its parameters do not give a host. */
function placeOf(target: string, values: ReadonlyMap<string, string>) {
  const filled = target.replaceAll(PARAMETER, (_all, name: string) => values.get(name) ?? '')
  const slash = filled.indexOf('/')
  const host = slash < 0 ? filled : filled.slice(0, slash)
  const path = slash < 0 ? '' : filled.slice(slash)
  const parsed = /[\s@?#\\]/.test(host) ? null : URL.parse(`https://${host}/`)
  if (!parsed) return null
  const origin = isLoopbackHost(parsed.hostname) ? URL.parse(`http://${host}/`) : parsed
  if (!origin) return null
  return { origin, folder: encoded(path.replace(/\/+$/, '')), endsWithSlash: path.endsWith('/') }
}

/** Returns a path in the form in which it is sent: mappings may contain letters that addresses encode. */
function encoded(path: string): string {
  return path.toWellFormed().replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent)
}

const segmentsOf = (path: string) => path.split('/').slice(1)

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
