/** The part of Electron that this game uses, so that its types are checked where Electron is not installed. */
declare module 'electron' {
  export const app: {
    whenReady(): Promise<void>
    getPath(name: 'userData'): string
    quit(): void
    exit(code: number): void
    on(name: 'window-all-closed' | 'will-quit', listener: () => void): void
  }
  export class BrowserWindow {
    constructor(options: {
      readonly width: number
      readonly height: number
      readonly webPreferences: {
        readonly preload: string
        readonly sandbox: boolean
        readonly contextIsolation: boolean
        readonly nodeIntegration: boolean
      }
    })
    readonly webContents: {
      send(channel: string, ...given: unknown[]): void
      setWindowOpenHandler(handler: () => { readonly action: 'deny' }): void
      on(name: 'will-navigate', listener: (event: { preventDefault(): void }) => void): void
    }
    loadFile(path: string): Promise<void>
    on(name: 'closed', listener: () => void): void
  }
  export const ipcMain: {
    handle(
      channel: string,
      listener: (event: { readonly senderFrame: { readonly url: string } | null }, ...given: unknown[]) => unknown,
    ): void
  }
  export const ipcRenderer: {
    invoke(channel: string, ...given: unknown[]): Promise<unknown>
    on(channel: string, listener: (event: unknown, ...given: never[]) => void): unknown
    off(channel: string, listener: (event: unknown, ...given: never[]) => void): unknown
  }
  export const contextBridge: { exposeInMainWorld(name: string, api: unknown): void }
  export const safeStorage: { encryptString(text: string): Buffer; decryptString(bytes: Buffer): string }
  export const shell: { openExternal(url: string): Promise<void> }
}
