export { ShortcutHost } from './shortcut-host.tsx'
