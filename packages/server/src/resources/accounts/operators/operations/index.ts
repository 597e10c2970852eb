import { listOperatorsLog } from './list-operators-log.ts'

export const operatorOperations = [listOperatorsLog]
