export const pdfResponse = (
  pdf: Uint8Array<ArrayBuffer>,
  disposition: string,
  cacheControl: string,
): Response => fileResponse(pdf, 'application/pdf', disposition, cacheControl);

export function fileResponse(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  disposition: string,
  cacheControl: string,
): Response {
  return new Response(bytes, {
    headers: {
      'content-type': type,
      'content-disposition': disposition,
      'cache-control': cacheControl,
    },
  });
}
