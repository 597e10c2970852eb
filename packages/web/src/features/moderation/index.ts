export { ManagedMemberHost } from './managed-member-host.tsx'
