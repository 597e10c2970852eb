export { ModalHost } from './modal-host.tsx'
