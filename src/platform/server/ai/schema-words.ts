import * as z from 'zod/mini';

/** A schema as it is described to a model. */
export const schemaWords = (schema: z.ZodMiniType): string => JSON.stringify(z.toJSONSchema(schema));
