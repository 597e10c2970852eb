// Bundles the game for browsers and serves it at http://127.0.0.1:8080.
//
//   APPLICATION_ID=<id> node examples/browser-game/serve.js
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const PAGES = ['/', '/signed-in']

/** Returns the bundle as a map from paths to code. The SDK loads parts of it later, which are files of their own. */
async function bundle() {
  // The platform `browser` selects the code of the SDK without Node's modules.
  const build = await rolldown({ input: join(import.meta.dirname, 'game.js'), platform: 'browser' })
  const { output } = await build.generate({ format: 'esm', minify: true, entryFileNames: 'game.js' })
  await build.close()
  return new Map(output.map(({ fileName, code }) => [`/${fileName}`, code]))
}

/**
 * Serves the game. Resolves with the server once it listens.
 * @param settings `applicationId` and `server`, the address of the platform
 */
export async function serve(settings, port) {
  const scripts = await bundle()
  const page = await readFile(join(import.meta.dirname, 'index.html'), 'utf8')
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1')
    const send = (type, text) => response.setHeader('content-type', type).end(text)
    if (PAGES.includes(pathname)) send('text/html; charset=utf-8', page)
    else if (pathname === '/settings.json') send('application/json', JSON.stringify(settings))
    else if (scripts.has(pathname)) send('text/javascript', scripts.get(pathname))
    else response.writeHead(404).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

if (import.meta.main) {
  const { APPLICATION_ID, GUILDHALL_SERVER = 'http://127.0.0.1:7700' } = process.env
  if (!APPLICATION_ID) {
    console.error('usage: APPLICATION_ID=<id> node examples/browser-game/serve.js')
    process.exit(2)
  }
  await serve({ applicationId: APPLICATION_ID, server: GUILDHALL_SERVER }, 8080)
  console.log('http://127.0.0.1:8080')
}
