import * as z from 'zod/mini';

/** A schema as a model reads it. */
export const schemaWords = (schema: z.ZodMiniType): string => JSON.stringify(z.toJSONSchema(schema));
