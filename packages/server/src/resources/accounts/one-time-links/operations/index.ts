import { useOneTimeLink } from './use-one-time-link.ts'

export const oneTimeLinkOperations = [useOneTimeLink]
