# The build that scripts/migcheck makes for its first runs and scripts/test runs the tests of, so that
# whoever does both waits once; neither 'swift build' nor 'swift test' uses it. To be sourced: sets 'quick',
# options of both.
# Of a release, since in a debug build the argument parser checks its commands whenever it parses anything,
# but not optimised, which would take longer than all the rest; each module is compiled as a whole and at
# once, not by one process for every few files that reads all imports again. Without what takes an eighth of the
# time and changes nothing here: a pass that removes loads from code that is optimised no further, the search
# for data races, which 'swift build' makes, and the compiler's check of its own output.
quick=(--configuration release --scratch-path "$root/.build/quick")
for option in -Onone -gnone -enable-testing -no-emit-module-separately-wmo -suppress-remarks \
  -Xfrontend -disable-llvm-verify -Xllvm -sil-disable-pass=mandatory-redundant-load-elimination \
  -Xllvm -sil-disable-pass=send-non-sendable; do
  quick+=(-Xswiftc "$option")
done
