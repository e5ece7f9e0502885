/** What kind of signature this is, in plain words. */
export const legalWords = (warning: string) => ({
  kind: 'This is a simple electronic signature: valid for most contracts in the EU and the UK (eIDAS), and in the US under ESIGN and UETA. It isn’t a qualified one, so it can’t replace wet ink where the law demands that.',
  consent:
    'I agree to sign this document electronically, and that my signature binds me as if I had signed on paper. I can ask the sender for a paper copy, and decline instead.',
  warning,
});
