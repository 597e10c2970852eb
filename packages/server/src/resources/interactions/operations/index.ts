import { createInteractionResponse } from './create-interaction-response.ts'
import { createInteraction } from './create-interaction.ts'

export const interactionOperations = [
  createInteractionResponse,
  createInteraction,
]
