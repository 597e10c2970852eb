import { getSizes } from './get-sizes.ts'

export const sizeOperations = [getSizes]
