export { MemberList } from './member-list.tsx'
