/** Faults that are reported: a hostile or thoroughly broken file must not make an endless report. */
const WORLD_FAULTS_MAX = 100

/** One fault of a world file: its path, such as `guilds.lab.roles.mod.members[0]`, and its message. */
export interface WorldFault {
  path: string
  message: string
}

/** Collects the faults of a world file, so that one run reports all of them. */
export class FaultList {
  readonly faults: WorldFault[] = []

  add(path: string, message: string): void {
    if (this.faults.length < WORLD_FAULTS_MAX) this.faults.push({ path, message })
  }

  /** Whether the value at this path has its own fault; references to it need no second one. */
  has(path: string): boolean {
    return this.faults.some((fault) => fault.path === path)
  }
}

const PLAIN_KEY = /^[\p{L}\p{N}_@$-]+$/u

/** Returns the path of an entry: `lab.channels.general`, `lab.channels["my room"]`, `members[0]`. */
export function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!PLAIN_KEY.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}
