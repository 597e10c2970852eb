/**
 * Names what keeps a process of tests running after its last test: commands of child processes, ends of sockets and
 * pipes, and the line of code that each timer calls. `process.getActiveResourcesInfo` gives kinds alone, which lead to
 * no test.
 */
import { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type Runtime, Session } from 'node:inspector'
import { Server, Socket } from 'node:net'
import { inspect } from 'node:util'

/** Descriptors above those of standard input and output, which each process has. */
const FIRST_OWN_DESCRIPTOR = 3
/** Fields of a line of `/proc/net/unix`. */
const [INODE, PATH] = [6, 7]
const SOURCE_MAX_CHARS = 120

/** Returns a line for each child process, socket, pipe, server and timer that keeps this process running. */
export function leftOpen(): string[] {
  const { _getActiveHandles } = process as unknown as { _getActiveHandles(): object[] }
  const handles = _getActiveHandles.call(process).flatMap((handle) => describeHandle(handle) ?? [])
  return [...handles, ...(process.platform === 'linux' ? children() : []), ...timers()]
}

function describeHandle(handle: object): string | null {
  if (handle instanceof ChildProcess) return `child process ${handle.pid}: ${handle.spawnargs.join(' ')}`
  if (handle instanceof Server) return `server at ${JSON.stringify(handle.address())}`
  if (handle instanceof Socket) return describeSocket(handle)
  return inspect(handle, { depth: 0 })
}

function describeSocket(socket: Socket): string | null {
  const { remoteAddress, remotePort, localPort } = socket
  if (remoteAddress !== undefined) return `socket from port ${localPort} to ${remoteAddress}:${remotePort}`
  const { _handle: handle } = socket as unknown as { readonly _handle: { readonly fd?: number } | null }
  const descriptor = handle?.fd ?? -1
  if (descriptor < 0) return 'pipe that closes'
  return descriptor < FIRST_OWN_DESCRIPTOR ? null : `pipe ${descriptor}: ${pathOf(descriptor)}`
}

/** Returns the path of a socket on Linux; the words of the system for other descriptors. */
function pathOf(descriptor: number): string {
  try {
    const target = readlinkSync(`/proc/self/fd/${descriptor}`)
    const sockets = readFileSync('/proc/net/unix', 'utf8').split('\n')
    const fields = sockets.map((line) => line.split(/\s+/)).find((field) => target === `socket:[${field[INODE]}]`)
    return fields?.[PATH] || target
  } catch (error) {
    return String(error)
  }
}

/** Returns the processes that this one has started. One that nobody follows any more may hold the end of a pipe. */
function children(): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
      if (parent !== `${process.pid}`) return []
      return [`process ${pid}: ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`]
    } catch {
      // An entry of another kind, or a process that has ended meanwhile.
      return []
    }
  })
}

type Call = <Result>(method: string, parameters?: object) => Result

/** Returns the timers that run, by the debugger: the runtime lists them nowhere else. */
function timers(): string[] {
  const session = new Session()
  session.connect()
  const sources = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => sources.set(scriptId, url))
  // A session of the own thread responds before `post` returns.
  const call: Call = <Result>(method: string, parameters: object = {}) => {
    let response: Result | undefined
    session.post(method, parameters, (error: Error | null, result?: object) => {
      if (error) throw error
      response = result as Result
    })
    return response as Result
  }
  try {
    call('Debugger.enable')
    return timerIds(call).flatMap((id) => describeTimer(call, id, sources) ?? [])
  } finally {
    session.disconnect()
  }
}

/** Returns the ids of all timers in memory. */
function timerIds(call: Call): string[] {
  const expression = `{ const timer = setTimeout(() => {}); clearTimeout(timer); Object.getPrototypeOf(timer) }`
  const { result } = call<Runtime.EvaluateReturnType>('Runtime.evaluate', { expression })
  const { objects } = call<Runtime.QueryObjectsReturnType>('Runtime.queryObjects', {
    prototypeObjectId: result.objectId,
  })
  return propertiesOf(call, objects.objectId).result.flatMap(({ name, value }) =>
    /^\d+$/.test(name) ? (value?.objectId ?? []) : [],
  )
}

/** Returns the duration and the callback of a timer; null for one that has ended, or for which nothing stays. */
function describeTimer(call: Call, id: string, sources: ReadonlyMap<string, string>): string | null {
  const own = new Map(propertiesOf(call, id).result.map(({ name, value }) => [name, value]))
  if (own.get('_destroyed')?.value !== false || own.get('Symbol(refed)')?.value !== true) return null
  const callback = own.get('_onTimeout')
  const { internalProperties = [] } = propertiesOf(call, callback?.objectId)
  const location = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value as
    | { readonly scriptId: string; readonly lineNumber: number }
    | undefined
  const place = location ? `${sources.get(location.scriptId)}:${location.lineNumber + 1}` : 'the runtime'
  const code = callback?.description?.replace(/\s+/g, ' ').slice(0, SOURCE_MAX_CHARS)
  return `timer of ${own.get('_idleTimeout')?.value} ms in ${place}: ${code}`
}

function propertiesOf(call: Call, objectId: string | undefined): Runtime.GetPropertiesReturnType {
  return call('Runtime.getProperties', { objectId, ownProperties: true })
}
