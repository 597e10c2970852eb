import { readdir, readFile } from 'node:fs/promises'

/** Facts of one process, as Linux lists them. */
export interface ProcessFacts {
  readonly pid: number
  /** One letter; `Z` has ended and waits for its parent. */
  readonly state: string
  readonly group: number
  readonly session: number
}

/** Processes that belong together: a process group, or those of this session with a line in their environment. */
export type Members = { readonly group: number } | { readonly marked: string }

/** Parses `/proc/PID/stat`. The name of the program stands in brackets and can contain brackets and spaces. Pure. */
export function parseStat(text: string): ProcessFacts | null {
  const [, pid, state = '', group, session] = /^(\d+) \([\s\S]*\) (\S) \d+ (\d+) (\d+) /.exec(text) ?? []
  return pid === undefined ? null : { pid: Number(pid), state, group: Number(group), session: Number(session) }
}

/**
 * Returns the processes among the members that have not ended. Elsewhere than on Linux the system tells of a group only
 * whether it has members; its number is returned then, negative as `sendSignal` takes it.
 */
export async function livingMembers(members: Members): Promise<number[]> {
  if (process.platform !== 'linux') return 'group' in members && sendSignal(-members.group, 0) ? [-members.group] : []
  const all = await runningProcesses()
  if ('group' in members) return all.filter(({ group }) => group === members.group).map(({ pid }) => pid)
  const session = all.find(({ pid }) => pid === process.pid)?.session
  const others = all.filter((entry) => entry.session === session && entry.pid !== process.pid)
  const marked = await Promise.all(others.map(({ pid }) => hasVariable(pid, members.marked)))
  return others.filter((_, index) => marked[index]).map(({ pid }) => pid)
}

/** Sends a signal to all members. Those that end meanwhile need none. */
export async function signalMembers(members: Members, name: NodeJS.Signals): Promise<void> {
  if ('group' in members) sendSignal(-members.group, name)
  else for (const pid of await livingMembers(members)) sendSignal(pid, name)
}

/** Sends a signal to a process, or to a group by its negative number. Returns whether a process could receive it. */
export function sendSignal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    // It has ended, or runs as another user, whom this one may not signal.
    return false
  }
}

async function runningProcesses(): Promise<ProcessFacts[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const facts = await Promise.all(names.map(async (name) => parseStat(await textOf(`/proc/${name}/stat`))))
  return facts.filter((entry) => entry !== null && entry.state !== 'Z' && entry.state !== 'X') as ProcessFacts[]
}

async function hasVariable(pid: number, line: string): Promise<boolean> {
  return (await textOf(`/proc/${pid}/environ`)).split('\0').includes(line)
}

/** Returns the text of a file of a process; an empty one when the process has ended or is another user's. */
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
