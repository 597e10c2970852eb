import { access, constants, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { socketPaths } from '@guildhall/local-client'
import { type Finding, finding } from './finding.ts'
import type { Environment } from './machine-checks.ts'

/** Longest path of a socket on Linux; macOS allows four bytes less. */
const PATH_MAX_BYTES = 103

/** Checks that a local client can listen where games look for it, and who does already. */
export async function checkSocket(env: Environment): Promise<Finding> {
  const paths = socketPaths({ platform: process.platform, env, folder: null })
  const [first = ''] = paths
  if (process.platform === 'win32') return finding('local client', 'ok', first)
  if (Buffer.byteLength(first) > PATH_MAX_BYTES)
    return finding('local client', 'warn', `${first} is too long for a socket`, 'Set XDG_RUNTIME_DIR to a short path.')
  try {
    await access(dirname(first), constants.W_OK | constants.X_OK)
  } catch {
    const advice = 'Set XDG_RUNTIME_DIR to a folder of this user.'
    return finding('local client', 'warn', `${dirname(first)} cannot be written by this user`, advice)
  }
  if (await isServed(first)) {
    const text = `${first} is served already, so that games find that client first`
    return finding('local client', 'warn', text, 'Close the other client, or use another folder: client --ipc-dir.')
  }
  const isLeft = (await stat(first).catch(() => null)) !== null
  return finding('local client', 'ok', isLeft ? `${first} is left over, and will be replaced` : `${first} is free`)
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (served: boolean) => {
      socket.destroy()
      resolve(served)
    }
    socket.on('connect', () => end(true)).on('error', () => end(false))
  })
}
