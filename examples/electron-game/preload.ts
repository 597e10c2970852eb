/** Gives the page its bridge. It runs in the sandbox, before the page. */
import { contextBridge, ipcRenderer } from 'electron'
import { bridgeTo } from './bridge.ts'

contextBridge.exposeInMainWorld('game', bridgeTo(ipcRenderer))
