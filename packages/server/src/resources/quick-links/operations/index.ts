import { createQuickLink } from './create-quick-link.ts'
import { getQuickLink } from './get-quick-link.ts'

export const quickLinkOperations = [createQuickLink, getQuickLink]
