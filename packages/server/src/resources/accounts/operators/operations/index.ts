import { listOperatorsLog } from './list-operators-log.ts'
import { replaceOperatorKey } from './replace-operator-key.ts'

export const operatorOperations = [listOperatorsLog, replaceOperatorKey]
