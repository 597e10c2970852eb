import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))

/** A command of the terminal that has ended. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts `guildhall` with these arguments as a child process. */
export function spawnCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [COMMAND, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
}

/** Runs `guildhall` with these arguments to its end. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  return finished(spawnCommand(args, env))
}

/** Waits for the end of a command. */
export async function finished(child: ChildProcess): Promise<Finished> {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk) => {
      output[name] += chunk
    })
  const [code] = await once(child, 'close')
  return { code, ...output }
}
