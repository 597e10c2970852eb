import { createCustomLink } from './create-custom-link.ts'
import { createQuickLink } from './create-quick-link.ts'
import { deleteCustomLink } from './delete-custom-link.ts'
import { getQuickLink } from './get-quick-link.ts'
import { listCustomLinks } from './list-custom-links.ts'
import { updateCustomLink } from './update-custom-link.ts'

export const quickLinkOperations = [
  createQuickLink,
  getQuickLink,
  listCustomLinks,
  createCustomLink,
  updateCustomLink,
  deleteCustomLink,
]
