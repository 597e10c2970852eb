import { createInteraction } from './create-interaction.ts'
import { createInteractionResponse } from './create-interaction-response.ts'

export const interactionOperations = [createInteractionResponse, createInteraction]
