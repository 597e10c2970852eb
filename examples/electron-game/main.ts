/** The main process: it has the Client and the tokens, and shows one page. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client, ClientCreateOptions, type SessionStore } from '@guildhall/social-sdk'
import { app, BrowserWindow, ipcMain, safeStorage, shell } from 'electron'
import { serveGame } from './bridge.ts'
import { Game } from './game.ts'

const { APPLICATION_ID } = process.env
const PAGE = join(import.meta.dirname, '../index.html')
const PAGE_URL = pathToFileURL(PAGE).href

/** Tokens in a file that only this person of this computer can read. */
function encryptedStore(path: string): SessionStore {
  return {
    load() {
      try {
        return safeStorage.decryptString(readFileSync(path))
      } catch {
        return null // There are none yet, or they are those of another person.
      }
    },
    save(text) {
      if (text === null) rmSync(path, { force: true })
      else writeFileSync(path, safeStorage.encryptString(text), { mode: 0o600 })
    },
  }
}

function openWindow(game: Game): void {
  const window = new BrowserWindow({
    width: 900,
    height: 640,
    webPreferences: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      // The page is that of a browser: no Node, no objects of the preload script.
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  })
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-navigate', (event) => event.preventDefault())
  const stop = serveGame(game, ipcMain, PAGE_URL, (channel, state) => window.webContents.send(channel, state))
  window.on('closed', stop)
  void window.loadFile(PAGE)
}

if (!APPLICATION_ID) {
  console.error('usage: APPLICATION_ID=<id> npm start')
  app.exit(2)
}
await app.whenReady()
const options = new ClientCreateOptions() // of the server in GUILDHALL_SERVER
options.openUrl = (url) => void shell.openExternal(url)
const client = new Client(options)
client.SetApplicationId(BigInt(APPLICATION_ID ?? 0))
const game = new Game(client, encryptedStore(join(app.getPath('userData'), 'session')))
openWindow(game)
app.on('window-all-closed', () => app.quit())
app.on('will-quit', () => game[Symbol.dispose]())
