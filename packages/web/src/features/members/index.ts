import { later } from '../../lib/later.ts'

const list = later(() => import('./member-list.tsx'))

export const MemberList = list.component(({ MemberList }) => MemberList)
