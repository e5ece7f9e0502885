import { randomBytes } from 'node:crypto';

const names: Record<string, string> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNSUPPORTED_MEDIA_TYPE: 'The server does not support the request payload’s media type.',
};

/** Which part of the body is meant, as a JSON pointer, and what stood there. */
export interface Field {
  field: string;
  value?: string | undefined;
}

/** A refusal in PayPal's own form: a name and, inside, the issue. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, name: string, issue: string, field?: Field) {
    super(issue);
    this.status = status;
    this.body = {
      name,
      message: names[name] ?? name,
      debug_id: randomBytes(7).toString('hex').slice(0, 13),
      details: [{ ...field, ...(field && { location: 'body' }), issue, description: issue }],
      links: [
        {
          href: `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`,
          rel: 'information_link',
          method: 'GET',
        },
      ],
    };
  }
}

export const invalid = (issue: string, field?: Field): ApiError =>
  new ApiError(400, 'INVALID_REQUEST', issue, field);
export const unprocessable = (issue: string, field?: Field): ApiError =>
  new ApiError(422, 'UNPROCESSABLE_ENTITY', issue, field);
