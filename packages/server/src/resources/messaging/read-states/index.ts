export { listReadStatesOf } from './actions/list.ts'
export { recordMessage } from './actions/save.ts'
export { presentReadState } from './present.ts'
export { deleteMentions, findReadState } from './store.ts'
