export { operatorOf } from './actions/authorize.ts'
export { demandLosable, demandOwnerLeft, logAction, roleBelow, saveRole } from './actions/save.ts'
export { OPERATOR_ROLES, type Operator, type OperatorRole } from './model.ts'
export { countOwners, findOperatorRole, listOperatorIds, listOperatorRoles } from './store.ts'
