import { setTimeout as wait } from 'node:timers/promises'
import type { InjectedFaults, RequestFault } from '../../kernel/control.ts'

/** Header of a response that the operator put in place of an operation's, so that nobody looks for its cause. */
export const FAULT_HEADER = 'x-guildhall-fault'

/** A request, as faults select it. */
export interface FaultyRequest {
  readonly method: string
  /** With `/api`, without a version; may have a query. */
  readonly url: string
  readonly userId: bigint | null
  readonly applicationId: bigint | null
}

/** A response that the operator put in place of an operation's. */
export class InjectedResponse extends Error {
  readonly response: NonNullable<RequestFault['response']>

  constructor(response: NonNullable<RequestFault['response']>) {
    super(`injected response ${response.status}`)
    this.response = response
  }
}

/**
 * Applies the first fault that matches a request: waits, and refuses. Once all faults are removed, the request passes.
 * @throws InjectedResponse
 */
export async function sufferFault(faults: InjectedFaults<RequestFault>, request: FaultyRequest): Promise<void> {
  const fault = faults.take((candidate) => applies(candidate, request))
  if (fault === null) return
  const { cleared } = faults
  // Wall-clock time: a developer watches how a client waits.
  if (fault.delayMs > 0) {
    const waited = wait(fault.delayMs, undefined, { signal: cleared, ref: false })
    await waited.catch(() => undefined) // Rejects only when `cleared` is aborted.
  }
  if (fault.response && !cleared.aborted) throw new InjectedResponse(fault.response)
}

/** Returns whether a fault selects a request. */
export function applies(fault: RequestFault, { method, url, userId, applicationId }: FaultyRequest): boolean {
  return (
    (fault.method === undefined || fault.method === method) &&
    (fault.userId === undefined || fault.userId === userId) &&
    (fault.applicationId === undefined || fault.applicationId === applicationId) &&
    (fault.path === undefined || matchesPath(fault.path, pathOf(url)))
  )
}

function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.replace(/^\/api(?=\/)/, '').replace(/\/$/, '')
}

/** Returns whether a pattern matches a path. `*` and `:name` match one part, `**` at the end for any rest. */
function matchesPath(pattern: string, path: string): boolean {
  const [wanted, parts] = [pattern, path].map((text) => text.replace(/\/$/, '').split('/')) as [string[], string[]]
  const isOpen = wanted.at(-1) === '**'
  const fixed = isOpen ? wanted.slice(0, -1) : wanted
  if (isOpen ? parts.length < fixed.length : parts.length !== fixed.length) return false
  return fixed.every((part, index) => part === '*' || part.startsWith(':') || part === parts[index])
}
