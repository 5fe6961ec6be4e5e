// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./IToken.sol";

/// A transaction that succeeds around a transfer that does not.
contract TryCatch {
    event Caught();

    /// Transfers from this contract's own balance and takes it back; or the transfer fails by itself.
    function attempt(IToken token, address to, uint256 value) external {
        try this.transferThenRevert(token, to, value) {} catch {
            emit Caught();
        }
    }

    function transferThenRevert(IToken token, address to, uint256 value) external {
        token.transfer(to, value);
        revert("taken back");
    }
}
