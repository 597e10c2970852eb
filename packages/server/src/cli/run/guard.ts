import { spawn } from 'node:child_process'

/**
 * Waits for the end of its input, which the system closes with the process that holds the other end. Then ends the
 * process group, if there is one, and removes the folder.
 */
const SCRIPT = `
read -r line
if [ -n "$2" ]; then
  kill -s TERM -- "-$2" 2>/dev/null
  for second in 1 2 3 4 5; do
    kill -s 0 -- "-$2" 2>/dev/null || break
    sleep 1
  done
  kill -s KILL -- "-$2" 2>/dev/null
fi
rm -rf -- "$1"
`

/**
 * Starts the guard of a run: when this process is killed, so that it cannot tidy up, the program must not stay behind
 * without a platform, nor the folder of the run.
 *
 * @param group process group of the program; undefined without
 * @returns a function that ends the guard once there is nothing left to guard
 */
export function startGuard(folder: string, group: number | undefined): () => void {
  if (process.platform === 'win32') return () => undefined
  // Its own session: signals to this process's group must not reach the guard.
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'guildhall-run', folder, group === undefined ? '' : String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    cwd: '/',
  })
  guard.on('error', () => {
    // Without a shell a run tidies up only when it ends in order.
  })
  guard.stdin.on('error', () => {
    // The guard was ended from outside.
  })
  guard.unref()
  return () => void guard.kill('SIGKILL')
}
