#ifndef REFUSAL_H
#define REFUSAL_H

// A new job begins: refusals before it do not explain a crash of it.
void forget_refusals(void);

#endif
