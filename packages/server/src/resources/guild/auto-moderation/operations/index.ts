import { createAutoModerationRule } from './create-auto-moderation-rule.ts'
import { deleteAutoModerationRule } from './delete-auto-moderation-rule.ts'
import { getAutoModerationRule } from './get-auto-moderation-rule.ts'
import { listAutoModerationRules } from './list-auto-moderation-rules.ts'
import { updateAutoModerationRule } from './update-auto-moderation-rule.ts'

export const autoModerationOperations = [
  createAutoModerationRule,
  deleteAutoModerationRule,
  getAutoModerationRule,
  listAutoModerationRules,
  updateAutoModerationRule,
]
