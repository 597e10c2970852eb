import { getOperatorJob } from './get-operator-job.ts'

export const operatorJobOperations = [getOperatorJob]
