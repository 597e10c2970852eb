/** Returns whether a process runs on this machine, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
