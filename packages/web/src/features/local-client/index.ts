export { LocalClientHost } from './local-client-host.tsx'
